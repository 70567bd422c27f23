/**
 * The door of the embedded event store: what others do with the file of a node, whether the node runs or not. The node
 * itself is started by the path of main.ts, and spoken to through EventStoreDB's own client.
 */
export { backupEventStore } from './backup.ts'
export { CannotStart, checkFormat, checksumOf, lockFile, openFile, syncFolderOf } from './file.ts'
export { forgetIdentity } from './identity.ts'
export { expectNoStream, logIn } from './log.ts'
export { defaultReserve, noRoomText, roomOn } from './room.ts'
