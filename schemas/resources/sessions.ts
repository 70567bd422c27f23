import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { requiredText } from '../fields.ts'
import { Redirect } from './registration.ts'

export const signIn = endpoint({
  method: 'POST',
  path: '/login',
  summary: 'Sign in with e-mail and password',
  access: 'public',
  body: z.object({
    email: requiredText('email'),
    password: z.string({ error: 'The password field is required.' }).min(1, 'The password field is required.').max(255),
    remember: z.boolean().default(false),
  }),
  response: Redirect,
  status: 200,
})

export const signOut = endpoint({
  method: 'POST',
  path: '/logout',
  summary: 'Sign out',
  access: 'public',
  response: 'empty',
  status: 204,
})

export const signOutByLink = endpoint({
  method: 'GET',
  path: '/logout',
  summary: 'Sign out and go to the sign-in page',
  access: 'public',
  response: 'empty',
  status: 302,
})
