// Runs before the first paint, so that a page in the dark never flashes white. It is a file of its own because
// the page's content policy allows no inline script.
{
  const chosen = window.localStorage.getItem('siteledger:colour-scheme')
  const system = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : system
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
}
