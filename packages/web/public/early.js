// Runs before the first paint and before any module. A file of its own because the content security policy forbids inline
// scripts. It puts the chosen theme on the page, so that nothing flashes, and tells the schema library not to probe for
// `new Function`, which that policy would report.
;(() => {
  globalThis.__zod_globalConfig = { jitless: true }
  let choice = null
  try {
    choice = localStorage.getItem('theme')
  } catch {
    // Storage may be forbidden; the system's theme is used then.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
