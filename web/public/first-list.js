// Asks for the list of the chosen tab, and for the code that shows it, while the app itself is still loading; the app takes
// these answers instead of asking again. A list that is searched, narrowed, sorted or of the past is left to the app, and a guest
// is asked to sign in. It is a separate file because the content security policy forbids inline scripts.
{
  const { pathname, search, hash } = window.location
  const isGuest = document.querySelector('meta[name="siteledger:guest"]')?.getAttribute('content') === 'true'
  const tab = /^#\/?(sites|visits|categories|files|documents)(\/|$)/.exec(hash)?.[1] ?? 'clients'
  if (pathname === '/dashboard' && !isGuest) {
    const lists = search === '' && tab !== 'categories' ? [`/api/${tab}?limit=50`] : []
    const answers = tab === 'files' && !search.includes('as_of=') ? [...lists, '/api/categories/select'] : lists
    // The build writes the names of the files of code here. The first tab is a part of the app, which nothing may delay.
    const { dashboard, forms, lists: ofLists } = document.currentScript?.dataset ?? {}
    const needed = tab === 'clients' || tab === 'categories' ? [] : [dashboard, forms, ofLists]
    const code = needed.join(' ').match(/\S+/g) ?? []
    const links = [
      ...answers.map((href) => ({ rel: 'preload', as: 'fetch', crossOrigin: '', href })),
      ...code.map((href) => ({
        rel: 'preload',
        as: href.endsWith('.css') ? 'style' : 'script',
        crossOrigin: '',
        href,
      })),
    ]
    for (const link of links) document.head.append(Object.assign(document.createElement('link'), link))
  }
}

// The font would delay the app's code on a slow line. It is asked for once that has come, while it is compiled and run.
{
  const app = [...document.scripts].find(({ type }) => type === 'module')?.src ?? ''
  const watcher = new PerformanceObserver((loaded) => {
    if (loaded.getEntriesByName(app).length === 0) return
    watcher.disconnect()
    void document.fonts.load('1rem "Inter Variable"')
  })
  watcher.observe({ type: 'resource', buffered: true })
}
