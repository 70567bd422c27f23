import grpc from '@grpc/grpc-js'

/** The cost of a bare call: echoes bytes through the gRPC library that the client uses. */
export const echo: grpc.MethodDefinition<Buffer, Buffer> = {
  path: '/bench.Echo/Echo',
  requestStream: false,
  responseStream: false,
  requestSerialize: (bytes) => bytes,
  requestDeserialize: (bytes) => bytes,
  responseSerialize: (bytes) => bytes,
  responseDeserialize: (bytes) => bytes,
}

if (process.send) {
  const server = new grpc.Server()
  server.addService(
    { echo },
    {
      echo: (call: grpc.ServerUnaryCall<Buffer, Buffer>, done: grpc.sendUnaryData<Buffer>) => done(null, call.request),
    },
  )
  server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (_error, port) => process.send?.({ port }))
  process.on('disconnect', () => process.exit(0))
}
