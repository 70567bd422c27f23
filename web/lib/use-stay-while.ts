import { useEffect } from 'react'

/** Has the browser ask before the tab is closed or loaded anew; returns what ends that. */
const stay = (): (() => void) => {
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}

/** Does work that goes on while other pages of the product are looked at, and would break off with the tab. */
export const staying = async <Done>(work: () => Promise<Done>): Promise<Done> => {
  const leave = stay()
  try {
    return await work()
  } finally {
    leave()
  }
}

/** Has the browser ask before the tab is closed or loaded anew, for as long as something would be lost by it. */
export const useStayWhile = (losing: boolean): void => {
  useEffect(() => (losing ? stay() : undefined), [losing])
}
