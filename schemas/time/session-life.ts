const hour = 60 * 60 * 1000
const day = 24 * hour

/** Milliseconds that a session lives without being used: a browser that was left open overnight is signed out (D-101). */
export const idleFor = 12 * hour

/** Milliseconds after sign-in when a session ends however it is used: a stolen one is of use for two weeks (D-101). */
export const endsAfter = 14 * day

/** The same for a browser that is remembered, which then may be idle as well (D-80, D-101). */
export const rememberedFor = 30 * day

/** The header of requests that a page makes while nobody uses it; they do not count as use of its session (D-101). */
export const unattendedHeader = 'x-unattended'

type Lived = { startedAt?: number | undefined; cookie: { originalMaxAge: number | null } }

/** Whether a session has reached its end, however it was used. One that nobody has signed in to has none. */
export const isOver = ({ cookie, startedAt }: Lived, now: number): boolean =>
  startedAt !== undefined && now - startedAt >= (cookie.originalMaxAge === null ? endsAfter : rememberedFor)
