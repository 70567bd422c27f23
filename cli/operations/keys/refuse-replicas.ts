import { derivedKeys } from '#api/adapters/key-wrapping.ts'
import { connectRedis, isRedisFailure } from '#api/adapters/redis.ts'
import { redisReplicas } from '#api/adapters/replicas.ts'
import { Failure } from '#cli/failure.ts'

/**
 * Refuses while replicas run, on whatever machine: they would go on with what is moved or exchanged.
 * @throws {Failure} with their names, or where Redis does not answer, which tells them
 */
export const refuseReplicas = async (redisUrl: string, masterKey: Uint8Array): Promise<void> => {
  const redis = connectRedis(redisUrl)
  const { digest } = derivedKeys(masterKey, masterKey)
  try {
    const running = await redisReplicas(redis, digest).list()
    const names = running.map(({ name }) => name).join(', ')
    if (names !== '') throw new Failure(`These replicas run: ${names}. Stop them first.`)
  } catch (error) {
    if (!isRedisFailure(error)) throw error
    throw new Failure('Redis does not answer, so nothing says whether replicas run. Start it, or mend REDIS_URL.')
  } finally {
    redis.disconnect()
  }
}
