import { resources } from '#schemas/nouns.ts'
import { useCan } from '#web/lib/session.ts'

/** Whether the signed-in user may delete records of any kind, and so sees the trash. */
export const useMayDelete = (): boolean => {
  const can = useCan()
  return resources.some((resource) => can(`${resource}.delete`))
}
