import * as alertsAlertIdAcknowledge from "../alerts/[alert_id]/acknowledge/route";
import * as alertsAlertIdMute from "../alerts/[alert_id]/mute/route";
import * as alertsAlertId from "../alerts/[alert_id]/route";
import * as alertsHistory from "../alerts/history/route";
import * as alertsPreview from "../alerts/preview/route";
import * as alerts from "../alerts/route";
import * as audit from "../audit/route";
import * as bulkActionsBulkIdItems from "../bulk-actions/[bulk_id]/items/route";
import * as bulkActionsBulkId from "../bulk-actions/[bulk_id]/route";
import * as bulkActionsBulkIdStart from "../bulk-actions/[bulk_id]/start/route";
import * as bulkActionsBulkIdStop from "../bulk-actions/[bulk_id]/stop/route";
import * as bulkActions from "../bulk-actions/route";
import * as calls from "../calls/route";
import * as casesCaseIdApproval from "../cases/[case_id]/approval/route";
import * as casesCaseIdAssignment from "../cases/[case_id]/assignment/route";
import * as casesCaseIdAttachmentsAttachmentId from "../cases/[case_id]/attachments/[attachment_id]/route";
import * as casesCaseIdAttachments from "../cases/[case_id]/attachments/route";
import * as casesCaseIdAttemptsFindings from "../cases/[case_id]/attempts/findings/route";
import * as casesCaseIdClaim from "../cases/[case_id]/claim/route";
import * as casesCaseIdDeliveriesDeliveryIdResend from "../cases/[case_id]/deliveries/[delivery_id]/resend/route";
import * as casesCaseIdDeliveries from "../cases/[case_id]/deliveries/route";
import * as casesCaseIdEscalation from "../cases/[case_id]/escalation/route";
import * as casesCaseIdEvidence from "../cases/[case_id]/evidence/route";
import * as casesCaseIdExportJson from "../cases/[case_id]/export.json/route";
import * as casesCaseIdExportMd from "../cases/[case_id]/export.md/route";
import * as casesCaseIdNotes from "../cases/[case_id]/notes/route";
import * as casesCaseIdProbe from "../cases/[case_id]/probe/route";
import * as casesCaseIdReopening from "../cases/[case_id]/reopening/route";
import * as casesCaseId from "../cases/[case_id]/route";
import * as casesCaseIdSnooze from "../cases/[case_id]/snooze/route";
import * as casesCaseIdVerdict from "../cases/[case_id]/verdict/route";
import * as casesCaseIdWatch from "../cases/[case_id]/watch/route";
import * as casesAssignees from "../cases/assignees/route";
import * as casesFigures from "../cases/figures/route";
import * as casesNext from "../cases/next/route";
import * as cases from "../cases/route";
import * as codesRetirement from "../codes/[code]/retirement/route";
import * as codesCode from "../codes/[code]/route";
import * as codes from "../codes/route";
import * as events from "../events/route";
import * as eventsCsv from "../events.csv/route";
import * as evidence from "../evidence/route";
import * as facets from "../facets/route";
import * as failureRates from "../failure-rates/route";
import * as failureRatesCsv from "../failure-rates.csv/route";
import * as framesReference from "../frames/[reference]/route";
import * as frames from "../frames/route";
import * as intakeLeaks from "../intake/leaks/route";
import * as intake from "../intake/route";
import * as intakeScrubbed from "../intake/scrubbed/route";
import * as keysId from "../keys/[id]/route";
import * as keys from "../keys/route";
import * as lint from "../lint/route";
import * as live from "../live/route";
import * as mcp from "../mcp/route";
import * as mcpResults from "../mcp-results/route";
import * as nextMovesEvents from "../next-moves/events/route";
import * as nextMoves from "../next-moves/route";
import * as noticesRead from "../notices/read/route";
import * as notices from "../notices/route";
import * as peopleIdInvitations from "../people/[id]/invitations/route";
import * as peopleId from "../people/[id]/route";
import * as people from "../people/route";
import * as profile from "../profile/route";
import * as profileSessionsId from "../profile/sessions/[id]/route";
import * as profileSessions from "../profile/sessions/route";
import * as quarantineId from "../quarantine/[id]/route";
import * as quarantineDismissals from "../quarantine/dismissals/route";
import * as quarantinePreview from "../quarantine/preview/route";
import * as quarantineReopenings from "../quarantine/reopenings/route";
import * as quarantine from "../quarantine/route";
import * as rates from "../rates/route";
import * as ratesCsv from "../rates.csv/route";
import * as recoveries from "../recoveries/route";
import * as recovery from "../recovery/route";
import * as recoveryCsv from "../recovery.csv/route";
import * as referencesReference from "../references/[reference]/route";
import * as references from "../references/route";
import * as releases from "../releases/route";
import * as replaysReplayIdItems from "../replays/[replay_id]/items/route";
import * as replaysReplayId from "../replays/[replay_id]/route";
import * as replaysReplayIdStart from "../replays/[replay_id]/start/route";
import * as replaysReplayIdStop from "../replays/[replay_id]/stop/route";
import * as replays from "../replays/route";
import * as savedViewsViewId from "../saved-views/[view_id]/route";
import * as savedViews from "../saved-views/route";
import * as session from "../session/route";
import * as settingsRetention from "../settings/retention/route";
import * as settings from "../settings/route";
import * as settingsScrubbingTrial from "../settings/scrubbing/trial/route";
import * as settingsWordings from "../settings/wordings/route";
import * as silences from "../silences/route";
import * as sources from "../sources/route";
import * as toolReviews from "../tool-reviews/route";
import * as toolsToolProbe from "../tools/[tool]/probe/route";
import * as toolsToolProbeTry from "../tools/[tool]/probe/try/route";
import * as toolsTool from "../tools/[tool]/route";
import * as tools from "../tools/route";
import * as unmappedBurnDown from "../unmapped/burn-down/route";
import * as unmappedMark from "../unmapped/groups/[group_id]/mark/route";
import * as unmappedWorklist from "../unmapped/worklist/route";
import * as verdictsVerdictIdAcknowledgements from "../verdicts/[verdict_id]/acknowledgements/route";
import * as verdicts from "../verdicts/route";
import * as webhooksIdDeliveriesDeliveryIdResend from "../webhooks/[id]/deliveries/[delivery_id]/resend/route";
import * as webhooksIdDeliveriesDeliveryId from "../webhooks/[id]/deliveries/[delivery_id]/route";
import * as webhooksIdDeliveries from "../webhooks/[id]/deliveries/route";
import * as webhooksIdPause from "../webhooks/[id]/pause/route";
import * as webhooksIdResend from "../webhooks/[id]/resend/route";
import * as webhooksId from "../webhooks/[id]/route";
import * as webhooksIdSecret from "../webhooks/[id]/secret/route";
import * as webhooksIdTest from "../webhooks/[id]/test/route";
import * as webhooks from "../webhooks/route";
import * as welcome from "../welcome/route";

/**
 * Every route file but this folder's, by its folder: a bundler has no file list to ask. That none is missing is
 * held by `tests/access/openapi.test.ts`.
 */
export const ROUTES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  alerts,
  "alerts/[alert_id]": alertsAlertId,
  "alerts/[alert_id]/acknowledge": alertsAlertIdAcknowledge,
  "alerts/[alert_id]/mute": alertsAlertIdMute,
  "alerts/history": alertsHistory,
  "alerts/preview": alertsPreview,
  audit,
  "bulk-actions": bulkActions,
  "bulk-actions/[bulk_id]": bulkActionsBulkId,
  "bulk-actions/[bulk_id]/items": bulkActionsBulkIdItems,
  "bulk-actions/[bulk_id]/start": bulkActionsBulkIdStart,
  "bulk-actions/[bulk_id]/stop": bulkActionsBulkIdStop,
  calls,
  cases,
  "cases/[case_id]": casesCaseId,
  "cases/[case_id]/approval": casesCaseIdApproval,
  "cases/[case_id]/assignment": casesCaseIdAssignment,
  "cases/[case_id]/attachments": casesCaseIdAttachments,
  "cases/[case_id]/attachments/[attachment_id]": casesCaseIdAttachmentsAttachmentId,
  "cases/[case_id]/attempts/findings": casesCaseIdAttemptsFindings,
  "cases/[case_id]/claim": casesCaseIdClaim,
  "cases/[case_id]/deliveries": casesCaseIdDeliveries,
  "cases/[case_id]/deliveries/[delivery_id]/resend": casesCaseIdDeliveriesDeliveryIdResend,
  "cases/[case_id]/escalation": casesCaseIdEscalation,
  "cases/[case_id]/evidence": casesCaseIdEvidence,
  "cases/[case_id]/export.json": casesCaseIdExportJson,
  "cases/[case_id]/export.md": casesCaseIdExportMd,
  "cases/[case_id]/notes": casesCaseIdNotes,
  "cases/[case_id]/probe": casesCaseIdProbe,
  "cases/[case_id]/reopening": casesCaseIdReopening,
  "cases/[case_id]/snooze": casesCaseIdSnooze,
  "cases/[case_id]/verdict": casesCaseIdVerdict,
  "cases/[case_id]/watch": casesCaseIdWatch,
  "cases/assignees": casesAssignees,
  "cases/figures": casesFigures,
  "cases/next": casesNext,
  codes,
  "codes/[code]": codesCode,
  "codes/[code]/retirement": codesRetirement,
  events,
  "events.csv": eventsCsv,
  evidence,
  facets,
  "failure-rates": failureRates,
  "failure-rates.csv": failureRatesCsv,
  frames,
  "frames/[reference]": framesReference,
  intake,
  "intake/leaks": intakeLeaks,
  "intake/scrubbed": intakeScrubbed,
  keys,
  "keys/[id]": keysId,
  lint,
  live,
  mcp,
  "mcp-results": mcpResults,
  "next-moves": nextMoves,
  "next-moves/events": nextMovesEvents,
  notices,
  "notices/read": noticesRead,
  people,
  "people/[id]": peopleId,
  "people/[id]/invitations": peopleIdInvitations,
  profile,
  "profile/sessions": profileSessions,
  "profile/sessions/[id]": profileSessionsId,
  quarantine,
  "quarantine/[id]": quarantineId,
  "quarantine/dismissals": quarantineDismissals,
  "quarantine/preview": quarantinePreview,
  "quarantine/reopenings": quarantineReopenings,
  rates,
  "rates.csv": ratesCsv,
  recoveries,
  recovery,
  "recovery.csv": recoveryCsv,
  references,
  "references/[reference]": referencesReference,
  releases,
  replays,
  "replays/[replay_id]": replaysReplayId,
  "replays/[replay_id]/items": replaysReplayIdItems,
  "replays/[replay_id]/start": replaysReplayIdStart,
  "replays/[replay_id]/stop": replaysReplayIdStop,
  "saved-views": savedViews,
  "saved-views/[view_id]": savedViewsViewId,
  session,
  settings,
  "settings/retention": settingsRetention,
  "settings/scrubbing/trial": settingsScrubbingTrial,
  "settings/wordings": settingsWordings,
  silences,
  sources,
  "tool-reviews": toolReviews,
  tools,
  "tools/[tool]": toolsTool,
  "tools/[tool]/probe": toolsToolProbe,
  "tools/[tool]/probe/try": toolsToolProbeTry,
  "unmapped/burn-down": unmappedBurnDown,
  "unmapped/groups/[group_id]/mark": unmappedMark,
  "unmapped/worklist": unmappedWorklist,
  verdicts,
  "verdicts/[verdict_id]/acknowledgements": verdictsVerdictIdAcknowledgements,
  webhooks,
  "webhooks/[id]": webhooksId,
  "webhooks/[id]/deliveries": webhooksIdDeliveries,
  "webhooks/[id]/deliveries/[delivery_id]": webhooksIdDeliveriesDeliveryId,
  "webhooks/[id]/deliveries/[delivery_id]/resend": webhooksIdDeliveriesDeliveryIdResend,
  "webhooks/[id]/pause": webhooksIdPause,
  "webhooks/[id]/resend": webhooksIdResend,
  "webhooks/[id]/secret": webhooksIdSecret,
  "webhooks/[id]/test": webhooksIdTest,
  welcome,
};
