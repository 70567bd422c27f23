import { commandOf, groupOf, printDone, rowsCommand, showCommand } from '#cli/command.ts'
import { confirm } from '#cli/prompts.ts'
import { giveUserDiscount } from '#schemas/resources/kiosk-discounts.ts'
import { showUserProfile, type UserProfile } from '#schemas/resources/kiosk-profiles.ts'
import { searchUsers, sendProofToUser } from '#schemas/resources/kiosk-users.ts'
import { endSessionsOfUser } from '#schemas/resources/sessions.ts'
import { discountCommand } from './discount-command.ts'
import { subscriptionOf } from './subscription-of.ts'

const search = rowsCommand(
  {
    name: 'search [query]',
    summary: 'Show users whose name and address hold every word, or one by id; the newest ones without a query',
    examples: ['kiosk users search "ann archer"', 'kiosk users search --json'],
  },
  (server, [query]) => server.call(searchUsers, { body: { query } }),
  { Name: 'name', Email: 'email', Since: ({ created_at }) => created_at?.slice(0, 10) ?? null, Id: 'id' },
)

const glanceAt = ({ user, revenue }: UserProfile) => ({
  name: user.name,
  email: user.email,
  verified: user.email_verified,
  phone: user.phone,
  second_factor: user.two_factor ?? 'off',
  registered: user.created_at,
  last_sign_in: user.last_logged_in_at,
  teams: user.teams.map(({ name, role }) => `${name} (${role})`).join(', ') || null,
  subscription: subscriptionOf(user),
  revenue: revenue.toFixed(2),
  id: user.id,
})

const show = showCommand(
  {
    name: 'show <user>',
    summary: 'Show a user by id: teams, subscription, and what they and the teams they own have paid',
    examples: ['kiosk users show 01a2058f-631e-8e7e-8c39-617364ddfe45'],
  },
  (server, [id = '']) => server.call(showUserProfile, { params: { id } }),
  glanceAt,
)

const discount = discountCommand('user', (server, userId, body) =>
  server.call(giveUserDiscount, { params: { userId }, body }),
)

const proof = commandOf(
  {
    name: 'send-proof <user>',
    summary: 'Mail a user the link that verifies their address again; nothing is sent if it is verified',
    examples: ['kiosk users send-proof 01a2058f-631e-8e7e-8c39-617364ddfe45'],
  },
  async (session, [id = '']) => {
    await session.server().call(sendProofToUser, { params: { id } })
    printDone(session, 'The link is sent, unless the address is verified already.', { user: id })
  },
)

const signOut = commandOf<{ yes?: true }>(
  {
    name: 'sign-out <user>',
    summary: 'Sign a user out everywhere; API tokens stay',
    examples: ['kiosk users sign-out 01a2058f-631e-8e7e-8c39-617364ddfe45 --yes'],
  },
  async (session, [id = ''], { yes = false }) => {
    await confirm(session.terminal, 'Sign the user out everywhere?', yes)
    await session.server().call(endSessionsOfUser, { params: { id } })
    printDone(session, 'The user is signed out everywhere.', { signed_out: id })
  },
  (command) => command.option('--yes', 'do not ask'),
)

export const users = groupOf('users', 'Users of the platform', [search, show, discount, proof, signOut])
