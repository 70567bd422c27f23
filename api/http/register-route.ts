import type { RequestHandler, Router } from 'express'
import { type Action, actions, type Resource, resources } from '#schemas/abilities.ts'
import { ceilingOf } from '#schemas/ceilings.ts'
import type { Endpoint } from '#schemas/endpoint.ts'
import type { Access } from '#schemas/policy.ts'
import { isTeamRight } from '#schemas/team-rights.ts'
import { limitConcurrency } from './concurrency-limit.ts'
import { linkHeaders } from './link-pages.ts'
import { type RequestPipeline, respond } from './request-pipeline.ts'
import type { Route } from './route.ts'
import { throttled } from './throttle.ts'

const isDeclared = (access: Access): boolean => {
  if (access === 'public' || access === 'signed-in' || access === 'operator' || isTeamRight(access)) return true
  const [resource, action] = String(access).split('.')
  return resources.includes(resource as Resource) && actions.includes(action as Action)
}

/** The paths in Express's syntax; a search text is optional and may contain slashes. */
const pathsOf = (
  { path }: Endpoint,
  { teamWords, singularTeamWords }: Pick<RequestPipeline, 'teamWords' | 'singularTeamWords'>,
): string[] =>
  [
    ...new Set(
      teamWords.flatMap((word) => singularTeamWords.map((one) => path.replace('{teams}', word).replace('{team}', one))),
    ),
  ].map((each) => each.replace(/\/\{query\}$/, '{/*query}').replace(/\{(\w+)\}/g, ':$1'))

/** Tells the log, and whoever answers a refusal, which contract a request is served by. */
const matched =
  (endpoint: Endpoint): RequestHandler =>
  (request, response, next) => {
    request.endpoint = endpoint
    if (endpoint.byLink) response.set(linkHeaders)
    next()
  }

/** Registers a route. Throws at start-up if its contract declares an unknown ability. */
export const registerRoute = (
  routers: { of: (path: string) => Router },
  pipeline: RequestPipeline,
  route: Route,
): void => {
  const { endpoint } = route
  if (!isDeclared(endpoint.access)) throw new Error(`${endpoint.method} ${endpoint.path} declares no ability`)
  const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
  const limits = throttled(endpoint, pipeline.limits)
  const handle = respond(pipeline, route)
  const { atOnce } = ceilingOf(endpoint) ?? {}
  const bounded = atOnce === undefined ? handle : limitConcurrency(atOnce, handle)
  for (const path of pathsOf(endpoint, pipeline)) {
    routers.of(path)[method](path, matched(endpoint), ...limits, bounded)
  }
}
