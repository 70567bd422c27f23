import type { CDPSession, Page } from 'playwright'
import { median } from '../api/load.ts'

/** Slow 4G and a phone's processor, as Lighthouse emulates them: milliseconds, bytes a second, times slower. */
export const slowPhone = { latency: 562.5, download: 184_320, upload: 84_375, processor: 4 }

/** Makes a page's network and processor slow. */
export const slowDown = async (session: CDPSession): Promise<void> => {
  await session.send('Network.enable')
  const { latency, download, upload, processor } = slowPhone
  const throughput = { downloadThroughput: download, uploadThroughput: upload }
  await session.send('Network.emulateNetworkConditions', { offline: false, latency, ...throughput })
  await session.send('Emulation.setCPUThrottlingRate', { rate: processor })
}

/** Bytes over the wire by the kind of what was loaded ('Script', 'Fetch', ...), as they come. */
export const countBytes = async (session: CDPSession): Promise<Map<string, { requests: number; bytes: number }>> => {
  const kinds = new Map<string, string>()
  const counts = new Map<string, { requests: number; bytes: number }>()
  await session.send('Network.enable')
  session.on('Network.responseReceived', ({ requestId, type }) => void kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    const { requests = 0, bytes = 0 } = counts.get(kind) ?? {}
    counts.set(kind, { requests: requests + 1, bytes: bytes + encodedDataLength })
  })
  return counts
}

declare global {
  interface Window {
    /** Milliseconds from each key to the paint after it. */
    keyToPaint: number[]
    /** The sum of all layout shifts that no input caused. */
    shifted: number
  }
}

/** Records layout shifts and the time from a key to its paint, from the page's first moment. */
export const recordInPage = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    window.keyToPaint = []
    window.shifted = 0
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as Shift[]) if (!shift.hadRecentInput) window.shifted += shift.value
    }).observe({ type: 'layout-shift', buffered: true })
    const onKey = ({ timeStamp }: KeyboardEvent) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => window.keyToPaint.push(performance.now() - timeStamp)
        port2.postMessage(null)
      })
    addEventListener('keydown', onKey, true)
  })
}

/** Returns what tells the milliseconds of processor time that the page has taken since, in its one thread that draws. */
export const processorOf = async (page: Page): Promise<() => Promise<number>> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const taken = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
  const before = await taken()
  return async () => (await taken()) - before
}

/** Milliseconds until the first text was painted, since the navigation began. */
export const firstPaint = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const find = (list: { getEntries: () => PerformanceEntryList }) => {
          const found = list.getEntries().find(({ name }) => name === 'first-contentful-paint')
          if (found) resolve(found.startTime)
        }
        new PerformanceObserver(find).observe({ type: 'paint', buffered: true })
      }),
  )

/** Types into the focused field; the median and the 95th percentile of milliseconds until a key is painted. */
export const typing = async (page: Page, text: string): Promise<{ middle: number; late: number }> => {
  await page.evaluate(() => void window.keyToPaint.splice(0))
  await page.keyboard.type(text, { delay: 60 })
  await page.waitForFunction((keys) => window.keyToPaint.length >= keys, text.length)
  const times = (await page.evaluate(() => window.keyToPaint)).toSorted((a, b) => a - b)
  return { middle: median(times), late: times[Math.floor(times.length * 0.95)] ?? Number.NaN }
}

/** Milliseconds from the press on a tab until its panel is painted with this text. */
export const changeTab = async (page: Page, name: string, text: string): Promise<number> => {
  const painted = page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const onPress = ({ timeStamp }: Event) => {
          const look = () => {
            const panels = [...document.querySelectorAll<HTMLElement>('[role=tabpanel]')]
            const isThere = panels.some((panel) => panel.checkVisibility() && panel.textContent.includes(wanted))
            if (isThere) requestAnimationFrame(() => resolve(performance.now() - timeStamp))
            else requestAnimationFrame(look)
          }
          look()
        }
        addEventListener('pointerdown', onPress, { capture: true, once: true })
      }),
    text,
  )
  await page.getByRole('tab', { name, exact: true }).click()
  return painted
}
