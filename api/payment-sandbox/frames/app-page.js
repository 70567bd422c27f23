// The messages between every frame and the page of the app around it; from and to that page's origin alone.
// It says {type: 'ready', height} once, {type: 'resized', height} afterwards and {type: 'escape'} for that key, and takes
// {type: 'look', scheme}.

const root = document.documentElement
const { appOrigin = '' } = root.dataset

/** @param {object} message */
export const tell = (message) => window.parent.postMessage(message, appOrigin)

/** @param {'ready' | 'resized'} type */
const tellHeight = (type) => tell({ type, height: Math.ceil(document.body.getBoundingClientRect().height) })

/** @param {(message: { type?: string, message?: string }) => void} take */
export const hear = (take) => {
  window.addEventListener('message', ({ origin, source, data }) => {
    if (origin !== appOrigin || source !== window.parent) return
    if (data?.type !== 'look') return take(data ?? {})
    root.dataset.scheme = data.scheme
    // Before it was shown the frame may have had no width, and lines that wrap are high.
    tellHeight('resized')
  })
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && tell({ type: 'escape' }))
  tellHeight('ready')
  new ResizeObserver(() => tellHeight('resized')).observe(document.body)
}
