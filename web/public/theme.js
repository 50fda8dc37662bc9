/**
 * Runs before the first paint: applies the theme the person chose here (light or dark). Without a choice nothing is
 * set and the device decides. A file of its own because the page's policy forbids inline scripts.
 */
;(() => {
  try {
    const chosen = localStorage.getItem('quad.theme')
    if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
  } catch {
    // Storage is blocked: the device decides.
  }
})()
