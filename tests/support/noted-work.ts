import type { Ledger } from '#api/event-store/ledger.ts'

/** The ledger, which notes what is read of it and appended to it, by kind of stream. */
export const notedLedger = (ledger: Ledger, work: string[]): Ledger => ({
  ...ledger,
  read: (stream, after) => {
    work.push(`read ${stream.split('-')[0]}`)
    return ledger.read(stream, after)
  },
  append: (stream, expected, events) => {
    work.push(`append ${stream.split('-')[0]}`)
    return ledger.append(stream, expected, events)
  },
})
