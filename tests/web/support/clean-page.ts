import { notifications } from '@mantine/notifications'
import { afterEach, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'

// Files share a page, and a module that is loaded once registers its own hooks for the first of them alone.
afterEach(async () => {
  await cleanup()
  notifications.clean()
  for (const meta of document.head.querySelectorAll('meta[name^="siteledger:"]')) meta.remove()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})
