import { z } from 'zod'
import { dateField } from '#schemas/time/calendar-date.ts'
import { endpoint } from '../endpoint.ts'
import { TeamId } from '../ids.ts'
import { Team } from './teams.ts'

export const changeTrialEnd = endpoint('POST /api/kiosk/teams/plan/{teamId}', {
  params: z.object({ teamId: TeamId }),
  access: 'operator',
  transport: { mayGoOn: true },
  body: z.object({ trial_ends_at: dateField('trial ends at') }),
  response: Team,
  summary: 'Change when the trial of a team ends',
  about:
    'It runs until the end of that day, UTC. A day that is over ends it. The trial of a subscription stays as it is.',
})
