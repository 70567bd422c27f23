import { useEffect } from 'react'

/** Makes the browser ask before the tab closes or reloads; returns a function that stops that. */
const stay = (): (() => void) => {
  const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
  window.addEventListener('beforeunload', warn)
  return () => window.removeEventListener('beforeunload', warn)
}

/** Runs work that continues on other pages of the product but would be cut off when the tab closes. */
export const staying = async <Done>(work: () => Promise<Done>): Promise<Done> => {
  const leave = stay()
  try {
    return await work()
  } finally {
    leave()
  }
}

/** Makes the browser ask before the tab closes or reloads, while that would lose something. */
export const useStayWhile = (losing: boolean): void => {
  useEffect(() => (losing ? stay() : undefined), [losing])
}
