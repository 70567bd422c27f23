import { supportDecider } from '#api/domain/interest.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { supportStream } from '#api/event-store/streams.ts'
import { empty } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { loadUser } from '#api/services/accounts/own-user.ts'
import { SupportRequestId } from '#schemas/ids.ts'
import { sendSupportMessage } from '#schemas/resources/support.ts'

/** The message is recorded, then mailed in the background (D-88). */
export const supportRoutes = (ledger: Ledger): Route[] => [
  route(sendSupportMessage, async ({ actor: { userId }, body, context }) => {
    const supportRequestId = SupportRequestId.parse(idMadeBy(context.commandId, 'support-request'))
    const { email: from } = await loadUser(ledger, userId)
    const { subject, message } = body
    const command = { type: 'RequestSupport', request: { supportRequestId, userId, from, subject, message } } as const
    const { position } = await handle(ledger, supportDecider, supportStream(supportRequestId), command, context)
    return empty(position)
  }),
]
