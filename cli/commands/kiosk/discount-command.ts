import { type Command, Option } from 'commander'
import { commandOf, printDone } from '#cli/command.ts'
import type { Server } from '#cli/connection/server.ts'
import type { CallOf, ResponseOf } from '#schemas/endpoint.ts'
import type { giveUserDiscount } from '#schemas/resources/kiosk-discounts.ts'

type Terms = NonNullable<CallOf<typeof giveUserDiscount>['body']>
type Options = { percent?: true; duration: NonNullable<Terms['duration']>; months?: string }

const withTerms = (command: Command): Command =>
  command
    .option('--percent', 'the value is a percentage instead of an amount')
    .addOption(
      new Option('--duration <duration>', 'how long it counts')
        .choices(['once', 'repeating', 'forever'])
        .default('once'),
    )
    .option('--months <number>', 'how many months, of a repeating one')

/** `discount <noun> <value>`: gives a user or a team a discount, in place of the present one. */
export const discountCommand = (
  noun: 'user' | 'team',
  give: (server: Server, id: string, body: Terms) => Promise<{ data: ResponseOf<typeof giveUserDiscount> }>,
): Command =>
  commandOf<Options>(
    {
      name: `discount <${noun}> <value>`,
      summary: `Give a ${noun} a discount, in place of the present one`,
      examples: [
        `kiosk ${noun}s discount 01a2058f-631e-8e7e-8c39-617364ddfe45 5`,
        `kiosk ${noun}s discount 01a2058f-631e-8e7e-8c39-617364ddfe45 20 --percent --duration repeating --months 3`,
      ],
    },
    async (session, [id = '', value = ''], { percent, duration, months }) => {
      const terms = { type: percent ? 'percent' : 'amount', value, duration, months } as const
      const { data } = await give(session.server(), id, terms)
      const waits = data.waits ? ' It waits for a subscription.' : ''
      printDone(session, `The ${noun} has a discount.${waits}`, data)
    },
    withTerms,
  )
