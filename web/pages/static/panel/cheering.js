// --- reactions: told once, over every screen -------------------------------------------------------------------

const CHEER_MS = 3_000;
const CHEERS = 12; // at once; more would be a wall
const SVG = "http://www.w3.org/2000/svg";

function drawn(names, kind) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", kind);
  for (const name of names) {
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#${name}`);
    svg.append(use);
  }
  return svg;
}

function cheer({ data }) {
  const [kind, sign] = data.split(" ");
  const cheers = document.getElementById("cheers");
  if (cheers.childElementCount >= CHEERS) return;
  const one = document.createElement("span");
  one.className = "cheer";
  one.dataset.kind = kind;
  one.style.left = `${6 + Math.random() * 76}%`;
  one.append(drawn([`react-${kind}`], ""));
  if (sign) one.append(drawn(["disc", `sign${sign % 12}`], `sign c${sign % 12}${sign > 11 ? " hollow" : ""}`));
  cheers.append(one);
  setTimeout(() => one.remove(), CHEER_MS);
}
