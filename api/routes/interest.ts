import { interestDecider } from '#api/domain/interest.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { interestStream } from '#api/event-store/streams.ts'
import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { InterestId } from '#schemas/ids.ts'
import { registerInterest } from '#schemas/resources/interest.ts'

/** The answer is the same whether the address is new, was registered before, or has an account (D-25). */
export const interestRoutes = (ledger: Ledger, digest: (purpose: string, text: string) => string): Route[] => [
  route(registerInterest, async ({ body, context }) => {
    const email = body.email ?? null
    const phone = body.phone?.replace(/[^\d+]/g, '').replace(/^00/, '+') ?? null
    const interestId = InterestId.parse(idMadeBy(context.commandId, 'interest'))
    const stream = interestStream(digest, email ?? phone ?? '')
    const command = { type: 'RegisterInterest', interest: { interestId, email, phone } } as const
    await handle(ledger, interestDecider, stream, command, context)
    return resource({ url: '/register' })
  }),
]
