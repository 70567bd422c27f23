// Runs before the first paint, so that a dark page never flashes white. It is a separate file because the content
// security policy forbids inline scripts.
{
  const chosen = window.localStorage.getItem('siteledger:colour-scheme')
  const system = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : system
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
}
