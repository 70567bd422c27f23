import type { Request, Response } from 'express'
import type { Endpoint } from '#schemas/endpoint.ts'
import type { Answer } from './answer.ts'
import { sendContent } from './send-content.ts'

/** Answers with a body of JSON. */
export type JsonAnswer = Extract<Answer, { kind: 'resource' | 'list' }>

/** Sends what is not JSON. */
export const sendOther = async (
  { transport, status }: Endpoint,
  request: Request,
  response: Response,
  answer: Exclude<Answer, JsonAnswer>,
): Promise<void> => {
  switch (answer.kind) {
    case 'empty':
      if (answer.trashId !== undefined) response.set('x-trash-id', answer.trashId)
      response.status(transport?.mayBeNone ? 204 : status).end()
      return
    case 'redirect':
      response.set('cache-control', 'no-store').redirect(302, answer.to)
      return
    case 'content':
      return sendContent(request, response, answer)
    case 'stream':
      await answer.open(request, response)
      return
    default:
      answer satisfies never
  }
}
