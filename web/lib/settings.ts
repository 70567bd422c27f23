const setting = (name: string, fallback: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="siteledger:${name}"]`)?.content || fallback

/** The word for teams in paths (D-18). */
export const teamWord = (): string => setting('team-word', 'teams')

/** The time zone that decides which day is today (D-50). */
export const timeZone = (): string => setting('time-zone', 'Europe/London')
