// In words that every browser knows: one that can't run panel.js loads the page anew now and then, as without a script.
(function () {
  function reload() {
    var page = document.getElementById("live").getAttribute("data-page");
    location.replace(location.pathname === page ? location.pathname + location.search : page || "/");
  }

  addEventListener("load", function () {
    var plain = document.querySelector("head noscript");
    var after = plain && /content="(\d+)/.exec(plain.textContent);
    if (after && !/\bscripted\b/.test(document.body.className)) setTimeout(reload, 1000 * after[1]);
  });
})();
