const units = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3600 },
  { name: 'minute', seconds: 60 },
] as const

const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

/** How long ago an instant was, in its largest whole unit: '3 hours ago', '1 day ago'; 'just now' below a minute. */
export const timeSince = (instant: string, now: Date = new Date()): string => {
  const seconds = Math.floor((now.getTime() - Date.parse(instant)) / 1000)
  const unit = units.find((each) => seconds >= each.seconds)
  return unit ? words.format(-Math.floor(seconds / unit.seconds), unit.name) : 'just now'
}
