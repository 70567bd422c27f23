// Asks for the list of the chosen tab while the app itself is still loading; the app takes this answer instead of asking again.
// A list that is searched, narrowed or sorted is left to the app, and a guest is asked to sign in. It is a separate file
// because the content security policy forbids inline scripts.
{
  const { pathname, search, hash } = window.location
  const isGuest = document.querySelector('meta[name="siteledger:guest"]')?.getAttribute('content') === 'true'
  const tab = /^#\/?(sites|visits|categories|files|documents)(\/|$)/.exec(hash)?.[1] ?? 'clients'
  if (pathname === '/dashboard' && search === '' && !isGuest && tab !== 'categories') {
    const link = { rel: 'preload', as: 'fetch', crossOrigin: '', href: `/api/${tab}?limit=50` }
    document.head.append(Object.assign(document.createElement('link'), link))
  }
}
