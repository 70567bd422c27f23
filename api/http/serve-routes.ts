import express, { type Request, type RequestHandler, type Router } from 'express'
import { ceilingOf } from '#schemas/ceilings.ts'
import type { Endpoint } from '#schemas/endpoint.ts'
import { type Resource, resources } from '#schemas/nouns.ts'
import { type Access, isTeamRight } from '#schemas/policy.ts'
import { type Action, actions } from '#schemas/rights/abilities.ts'
import { limitConcurrency } from './concurrency-limit.ts'
import { credentialOf } from './credential.ts'
import { readForm } from './form-body.ts'
import { readJson } from './json-body.ts'
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
const pathsOf = ({ path }: Endpoint, { words }: Pick<RequestPipeline, 'words'>): string[] =>
  [
    ...new Set(
      words.teams.flatMap((word) => words.team.map((one) => path.replace('{teams}', word).replace('{team}', one))),
    ),
  ].map((each) => each.replace(/\/\{query\}$/, '{/*query}').replace(/\{(\w+)\}/g, ':$1'))

/** Attaches the contract to the request, for the log and for refusals. */
const matched =
  (endpoint: Endpoint): RequestHandler =>
  (request, response, next) => {
    request.endpoint = endpoint
    if (endpoint.caller?.byLink) response.set(linkHeaders)
    next()
  }

/** Reads the body of an endpoint as far as ceilings ask about it; files and signed bytes are left to its handler. */
const readBody = ({ transport = {}, limits }: Endpoint, { caller }: RequestPipeline): RequestHandler[] => {
  if (transport.form) return [readForm(limits?.maxBytes)]
  if (transport.signed || transport.upload || transport.raw) return []
  const isGuest = (request: Request): boolean => {
    const credential = credentialOf(request)
    return credential === undefined || caller(credential) === undefined
  }
  return [readJson(isGuest)]
}

/** The prefix of a path: `/api/clients`, `/settings`. */
const prefix = /^\/(?:api\/)?[^/{]*/

/** Registers a route. Throws at start-up if its contract declares an unknown ability. */
const registerRoute = (routers: Map<string, Router>, pipeline: RequestPipeline, route: Route): void => {
  const { endpoint } = route
  if (!isDeclared(endpoint.access)) throw new Error(`${endpoint.method} ${endpoint.path} declares no ability`)
  if (endpoint.past && !route.handlerThen) throw new Error(`${endpoint.path} does not answer of a moment`)
  const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
  const { early, late } = throttled(endpoint, pipeline.limits)
  const steps = [matched(endpoint), ...early, ...readBody(endpoint, pipeline), ...late]
  const handle = respond(pipeline, route)
  const { atOnce, group } = ceilingOf(endpoint) ?? {}
  const openCalls = group && pipeline.limits.openCallsOf(group)
  const bounded = atOnce === undefined ? handle : limitConcurrency(atOnce, handle, openCalls)
  for (const path of pathsOf(endpoint, pipeline)) {
    const name = prefix.exec(path)?.[0] ?? ''
    const router = routers.get(name) ?? express.Router({ caseSensitive: true })
    routers.set(name, router)
    router[method](path, ...steps, bounded)
  }
}

/** Serves routes, with one router per path prefix: Express matches a request against a few instead of all of them. */
export const serveRoutes = (pipeline: RequestPipeline, routes: readonly Route[]): RequestHandler => {
  const routers = new Map<string, Router>()
  for (const route of routes) registerRoute(routers, pipeline, route)
  return (request, response, next) => {
    const router = routers.get(prefix.exec(request.path)?.[0] ?? '')
    return router ? router(request, response, next) : next()
  }
}
