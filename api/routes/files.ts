import { deleteUnusedFile } from '../../commands/file/delete-file.ts';
import { type Uploaded, type UploadFile, uploadFile } from '../../commands/file/upload-file.ts';
import { uploadSubmission } from '../../commands/solution/upload-submission.ts';
import { roleIn } from '../../domain/access/policy.ts';
import { accept, type Rejection, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { isPublic, isUpload, UPLOADS, type UploadTarget } from '../../domain/file/targets.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { isEmail } from '../../domain/values/email.ts';
import { ERASED } from '../../domain/values/personal-data.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import type { UploadedFile } from '../contract/uploaded-file.ts';
import { organizationInBody } from '../http/current-organization.ts';
import type { RequestContext } from '../http/request-context.ts';
import { type Route, route, type UncheckedRequest } from '../http/route.ts';
import { sendFile } from '../http/send-file.ts';
import type { Appended } from '../http/settle.ts';
import { fileTarget, readableFile } from './file-target.ts';
import { uploadTarget } from './upload-target.ts';

interface SubmittedUpload extends Uploaded {
  readonly submitted?: Appended;
}

export function fileRoutes(services: Services): readonly Route[] {
  const { environment, readModels } = services;

  const target = ({ params, context }: UncheckedRequest) => fileTarget(services, params.fileId as string, context);

  return [
    route(ENDPOINTS.upload, {
      targetInBody: (unchecked) => uploadTarget(services, unchecked),
      input: ({ body: { targetType, targetId, uploadType, fileName, file } }) => ({
        targetType,
        targetId,
        uploadType,
        fileName,
        file,
      }),
      async decide({
        body: { targetType, targetId, uploadType, file, fileName },
        context,
        target,
        command,
      }): Promise<Result<SubmittedUpload>> {
        if (!isUpload(targetType, uploadType)) return unknownUpload(TEXTS.files.uploadTypeUnknown(UPLOADS[targetType]));
        const early = targetId === undefined ? SAVE_FIRST[targetType] : undefined;
        if (early !== undefined) return reject('refused', early, [{ field: 'targetId', message: early }]);
        const { organizationId } = target;
        if (!organizationId) return reject('refused', TEXTS.files.organizationMissing);
        const upload: UploadFile = {
          ...contentOf(file, fileName),
          address: context.address,
          organizationId,
          target: targetType,
          targetId: targetId ?? null,
          uploadType,
          label: uploadType,
          uploaderEmail: null,
        };
        if (targetType !== 'solution' || targetId === undefined) return uploadFile(environment, upload, command);
        const handedIn = await uploadSubmission(environment, { ...upload, targetId }, command);
        return handedIn.ok ? accept({ ...handedIn.value.uploaded, submitted: handedIn.value.submitted }) : handedIn;
      },
      others: ({ submitted }) => (submitted ? [submitted] : []),
      view: ({ reference }) => reference,
    }),

    route(ENDPOINTS.dynamicUpload, {
      targetInBody: organizationInBody(readModels.organizations),
      admit: async (context) => (isStaffSomewhere(context) ? undefined : refuseUpload(services, context)),
      async decide({ body, context, target: { organizationId }, command }) {
        if (!organizationId) return reject('refused', TEXTS.files.organizationMissing);
        if (isStaffSomewhere(context) && roleIn(context.actor, organizationId) === null) {
          const refusal = await refuseUpload(services, context);
          if (refusal) return { ok: false, rejection: refusal };
        }
        const { file, fileName, uploadType } = body;
        const upload: UploadFile = {
          ...contentOf(file, fileName),
          address: context.address,
          organizationId,
          target: 'answer',
          targetId: null,
          uploadType: null,
          label: uploadType ?? '',
          uploaderEmail: emailOf(body.uploaderEmail),
        };
        return uploadFile(environment, upload, command);
      },
      view: ({ reference }) => reference,
    }),

    route(ENDPOINTS.download, {
      target: ({ params, context }) => readableFile(services, params.fileId as string, context),
      async handle({ response, target: { document } }): Promise<Result<unknown>> {
        const { _id, mediaType } = document;
        const bytes = await environment.files.get(_id);
        if (!bytes) return reject('not-found', TEXTS.access.notFound);
        const fileName = document.fileName ?? ERASED;
        sendFile(response, { fileName, mediaType, bytes, isPublic: isPublic(document) });
        return accept(null);
      },
    }),

    route(ENDPOINTS.deleteFile, {
      target,
      decide: ({ params: { fileId }, command }) => deleteUnusedFile(environment, fileId, command),
      view: () => ({ message: TEXTS.files.deleted }),
    }),
  ];
}

/** Only a batch accepts pictures before it is saved. */
const SAVE_FIRST: Partial<Record<UploadTarget, string>> = {
  organization: TEXTS.files.saveFirst,
  assessment: TEXTS.assessments.createFirst,
  emailTemplate: TEXTS.files.saveFirst,
};

const unknownUpload = (message: string) => reject('refused', message, [{ field: 'uploadType', message }]);

const contentOf = (file: UploadedFile, fileName: string | null | undefined) => ({
  fileName: fileName?.trim() || file.fileName,
  bytes: file.bytes,
  isTooLarge: file.isTooLarge,
});

const emailOf = (text: string | null | undefined): string | null => (text && isEmail(text) ? text.trim() : null);

/** Staff add applicants without a limit; for others the limit is checked before the file is read. */
const isStaffSomewhere = ({ actor }: RequestContext): boolean => actor.roles.length > 0;

async function refuseUpload({ environment }: Services, { address }: RequestContext): Promise<Rejection | undefined> {
  if (await environment.attempts.admitUpload(address)) return undefined;
  return { code: 'too-many-requests', message: TEXTS.accounts.tooManyAttempts };
}
