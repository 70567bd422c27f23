// What every frame says to the page of the app around it, and hears from it; from and to that page's origin alone.
// It says {type: 'ready', height} once and {type: 'resized', height} afterwards, and takes {type: 'look', scheme}.

const root = document.documentElement
const { appOrigin = '' } = root.dataset

/** @param {object} message */
export const tell = (message) => window.parent.postMessage(message, appOrigin)

const height = () => Math.ceil(document.body.getBoundingClientRect().height)

/** @param {(message: { type?: string, message?: string }) => void} take */
export const hear = (take) => {
  window.addEventListener('message', ({ origin, source, data }) => {
    if (origin !== appOrigin || source !== window.parent) return
    if (data?.type === 'look') root.dataset.scheme = data.scheme
    else take(data ?? {})
  })
  tell({ type: 'ready', height: height() })
  new ResizeObserver(() => tell({ type: 'resized', height: height() })).observe(document.body)
}
