import { v7 as newUuid } from 'uuid'
import {
  BulkId,
  CategoryId,
  ClientId,
  CommandId,
  DocumentId,
  FieldId,
  FileId,
  ImportId,
  InvitationId,
  SiteId,
  TeamId,
  TeamInvitationId,
  TrashId,
  UserId,
  VisitId,
} from '#schemas/ids.ts'

export const newUserId = () => UserId.parse(newUuid())
export const newTeamId = () => TeamId.parse(newUuid())
export const newClientId = () => ClientId.parse(newUuid())
export const newSiteId = () => SiteId.parse(newUuid())
export const newVisitId = () => VisitId.parse(newUuid())
export const newFileId = () => FileId.parse(newUuid())
export const newCategoryId = () => CategoryId.parse(newUuid())
export const newDocumentId = () => DocumentId.parse(newUuid())
export const newFieldId = () => FieldId.parse(newUuid())
export const newCommandId = () => CommandId.parse(newUuid())
export const newInvitationId = () => InvitationId.parse(newUuid())
export const newTeamInvitationId = () => TeamInvitationId.parse(newUuid())
export const newTrashId = () => TrashId.parse(newUuid())
export const newBulkId = () => BulkId.parse(newUuid())
export const newImportId = () => ImportId.parse(newUuid())
