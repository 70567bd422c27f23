import { listLooksDecider } from '#api/domain/list-looks.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { listLooksStream } from '#api/event-store/streams.ts'
import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { chooseListLook } from '#schemas/resources/list-looks.ts'

/** How the signed-in user sees lists. */
export const listLookRoutes = (): Route[] => [
  route(chooseListLook, async ({ actor: { userId }, body, context, ledger }) => {
    const command = { type: 'ChooseListLook', userId, ...body } as const
    const { position } = await handle(ledger, listLooksDecider, listLooksStream(userId), command, context)
    return resource(body, position)
  }),
]
