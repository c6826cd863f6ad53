// In words that every browser knows: one that can't run panel.js loads the page anew now and then, as without a script.
(function () {
  var AGAIN_MS = 4000;

  function reload() {
    var page = document.getElementById("live").getAttribute("data-page");
    var isHere = page && location.pathname === page.split("?")[0];
    location.replace(isHere ? location.pathname + location.search : page || "/");
  }

  // Loaded while nobody answers it would be the browser's own page, which stays for good.
  function ask() {
    var asked = new XMLHttpRequest();
    asked.onloadend = function () {
      if (asked.status === 200) return reload();
      document.getElementById("lost").hidden = false;
      setTimeout(ask, AGAIN_MS);
    };
    asked.open("GET", "/revision");
    asked.timeout = 8000;
    asked.send();
  }

  addEventListener("load", function () {
    var plain = document.querySelector("head noscript");
    var after = plain && /content="(\d+)/.exec(plain.textContent);
    if (after && !/\bscripted\b/.test(document.body.className)) setTimeout(ask, 1000 * after[1]);
  });
})();
