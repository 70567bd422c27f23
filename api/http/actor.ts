import type { Abilities, Role } from '#schemas/abilities.ts'
import type { Via } from '#schemas/event.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'

/** Who calls: a user, in the team that they work in now. */
export type Actor = { userId: UserId; teamId: TeamId; role: Role; abilities: Abilities; via: Via }
