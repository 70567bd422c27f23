import { isWhole } from '#api/adapters/content-store.ts'
import { openContent } from '#api/adapters/open-content.ts'
import { storagePlaceAt } from '#api/adapters/storage-place.ts'
import type { WholeEvent } from '#api/event-store/whole-log.ts'

type Named = { content?: { hash?: unknown } | null; name?: unknown }

/** Reads contents anew, and compares their SHA-256 with what the log calls them by. */
export const openContentCheck = (contentUrl: string) => {
  const names = new Map<string, string>()
  return {
    /** Notes what a content is called, as an event tells it. */
    note: ({ json, data }: WholeEvent): void => {
      if (!json || !Buffer.from(data.buffer, data.byteOffset, data.length).includes('"hash"')) return
      const { content, name } = JSON.parse(Buffer.from(data).toString()) as Named
      if (typeof content?.hash === 'string' && typeof name === 'string') names.set(content.hash, name)
    },
    /** Contents whose bytes are others than were stored, a line each. */
    damaged: async (): Promise<string[]> => {
      const store = await openContent(await storagePlaceAt(contentUrl))
      const lines: string[] = []
      for await (const { holder, hash } of store.list()) {
        const found = await store.find(holder, hash)
        if (found && !(await isWhole(found)))
          lines.push(`Content ${hash} of ${names.get(hash) ?? holder} has other bytes.`)
      }
      return lines
    },
  }
}
