import type * as contracts from '#schemas/resources/registration.ts'
import { call } from '#web/lib/call.ts'

export const register = call<typeof contracts.register>('POST', '/register', 'public')
