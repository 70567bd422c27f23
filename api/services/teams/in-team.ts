import type { Actor, SignedIn } from '#api/http/actor.ts'
import { notFound } from '#api/http/problem.ts'

const worksInTeam = (caller: SignedIn): caller is Actor => caller.scope !== null

/** A caller with the team that they work in. Throws 404 without one: there is nothing that they could see. */
export const inTeam = (caller: SignedIn): Actor => {
  if (!worksInTeam(caller)) throw notFound()
  return caller
}
