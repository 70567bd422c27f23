import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const showCalendarFeed = endpoint('GET /settings/calendar', {
  summary: 'Whether you have a calendar feed; its address is answered once, when it is made',
  access: 'signed-in',
  caller: { inPerson: true },
  response: z.object({ made: z.boolean() }),
})

export const makeCalendarFeed = endpoint('POST /settings/calendar', {
  summary: 'Make the address of your calendar feed, answered this once; an earlier one ends',
  access: 'signed-in',
  response: z.object({ url: z.string() }),
  status: 201,
})

export const endCalendarFeed = endpoint('DELETE /settings/calendar', {
  summary: 'End your calendar feed for ever, at once',
  access: 'signed-in',
})

/** Where calendar feeds are; no session counts for anything there. */
export const calendarFeeds = '/calendar/'

export const readCalendarFeed = endpoint(`GET ${calendarFeeds}{secret}.ics`, {
  summary: 'What expires in all teams of whoever made the feed, from 30 days ago to a year ahead, as they may see it',
  access: 'public',
  caller: { byLink: true },
  params: z.object({ secret: z.string().max(100) }),
  transport: { content: { types: ['text/calendar'] } },
  response: 'content',
})
