import type { CallOf, Endpoint } from '#schemas/endpoint.ts'

/** The path and query of a call: parameters are filled in, null and undefined values are left out. */
export const requestUrl = <E extends Endpoint>(
  { path }: Pick<E, 'path'>,
  { params, query }: Omit<CallOf<E>, 'body'>,
  teamWord: string,
): string => {
  const filled: Record<string, unknown> = { teams: teamWord, team: 'team', ...params }
  const target = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(filled[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null) continue
    if (typeof value !== 'object') search.set(name, String(value))
    // Own fields are parameters of their own: `field.<id>`.
    else for (const [part, of] of Object.entries(value)) search.set(`${name}.${part}`, String(of))
  }
  return search.size > 0 ? `${target}?${search}` : target
}

/** The cursor in `Link: <...?cursor=...>; rel="next"`, or null on the last page (D-08). */
export const nextCursor = (link: string | null): string | null => {
  const target = link?.match(/<([^>]*)>\s*;\s*rel="?next"?/)?.[1]
  return target ? new URL(target, 'http://localhost').searchParams.get('cursor') : null
}
