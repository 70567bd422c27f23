import { textCodeOf } from '#api/adapters/one-time-codes.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { Text, TextTools } from './message.ts'

/** The code that proves a phone (D-09). */
export const textCodeRequested = (
  { data: { codeId, phone } }: Recorded<EventNamed<'TextCodeRequested'>>,
  { digest }: TextTools,
): Text | null =>
  phone
    ? {
        to: phone,
        body: `${textCodeOf(digest, codeId)} is your Siteledger code. It is good for 10 minutes. Tell no one.`,
      }
    : null
