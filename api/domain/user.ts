import type { UserEvent } from '#schemas/events/user.ts'
import type { UserId } from '#schemas/ids.ts'
import type { Decider } from './decider.ts'
import { RuleBroken } from './rule.ts'

export type User =
  | { status: 'none' }
  | { status: 'registered'; userId: UserId; email: string | null; passwordHash: string | null }
  | { status: 'erased' }

export type UserCommand = { type: 'RegisterUser'; userId: UserId; name: string; email: string; passwordHash: string }

const initialState: User = { status: 'none' }

const facts = ({ userId, email, passwordHash }: (UserEvent & { type: 'UserRegistered' })['data']) => ({
  userId,
  email,
  passwordHash,
})

const evolve = (user: User, event: UserEvent): User => {
  switch (event.type) {
    case 'UserRegistered':
      return { status: 'registered', ...facts(event.data) }
    case 'PersonErased':
      return { status: 'erased' }
    default:
      event satisfies never
      return user
  }
}

const register = (user: User, { userId, name, email, passwordHash }: UserCommand): UserEvent[] => {
  if (user.status !== 'none') throw new RuleBroken('id-taken')
  return [{ type: 'UserRegistered', data: { userId, name, email, passwordHash } }]
}

export const userDecider: Decider<User, UserCommand, UserEvent> = { initialState, evolve, decide: register }
