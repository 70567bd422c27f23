import { viewDocument } from '#schemas/resources/documents.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'

/** A record on the day on which it expires; a document has no site. */
export type ExpiringEntry = {
  kind: 'files' | 'documents'
  id: string
  name: string
  site: string | null
  expires_at: CalendarDate
}

const escaped = (text: string): string => text.replace(/[\\;,]/g, (each) => `\\${each}`).replace(/\r\n|[\r\n]/g, '\\n')

/** Octets of a line, which goes on in the next one after a space (RFC 5545, 3.1). No character is cut in two. */
const lineOctets = 75

const folded = (line: string): string => {
  let text = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > lineOctets) {
      text += '\r\n '
      octets = 1
    }
    text += character
    octets += size
  }
  return text
}

const pageOf = ({ kind, id }: ExpiringEntry): string =>
  kind === 'files' ? `/dashboard#/files/file/${id}` : viewDocument.path.replace('{id}', id)

/** An event of a whole day. It has the same stamp however often it is read, so that the feed has the same tag. */
const eventOf = (entry: ExpiringEntry, appUrl: string): string[] => {
  const { kind, id, name, site, expires_at } = entry
  const day = expires_at.replaceAll('-', '')
  return [
    'BEGIN:VEVENT',
    `UID:${kind}-${id}@${new URL(appUrl).hostname}`,
    `DTSTAMP:${day}T000000Z`,
    `DTSTART;VALUE=DATE:${day}`,
    `SUMMARY:${escaped(site === null ? name : `${name} · ${site}`)}`,
    `URL:${new URL(pageOf(entry), appUrl).href}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** A calendar of what expires, as RFC 5545 says, with an event for each record. */
export const presentCalendar = (entries: readonly ExpiringEntry[], appUrl: string): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Siteledger//What expires//EN',
    'X-WR-CALNAME:What expires',
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    ...entries.flatMap((entry) => eventOf(entry, appUrl)),
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')
