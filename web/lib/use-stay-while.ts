import { useEffect } from 'react'

const stay = (event: BeforeUnloadEvent): void => event.preventDefault()

/** Has the browser ask before the tab is closed or loaded anew, for as long as something would be lost by it. */
export const useStayWhile = (losing: boolean): void => {
  useEffect(() => {
    if (!losing) return
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [losing])
}
