/** Addresses that are meant to be given out. */
const FOR_EVERYBODY =
  /^(?:support|help|helpdesk|help-desk|info|contact|service|services|kundenservice|kundendienst|customer\.?(?:service|care|support)|care|no-?reply|donotreply|sales|billing|hello|team|postmaster|abuse|privacy|press|security|feedback|office|orders|returns)@/i;
/** How a form shows what an address looks like. */
const PLACEHOLDER =
  /^(?:name|user|username|you|your\.?name|first\.?last|someone|somebody|example|test|foo|jane|john|(?:jane|john)\.?doe)@(?:example|domain|company|yourcompany)\.(?:com|org|net)$/i;

/** Whether an e-mail address tells of nobody: what it is written for, or how one looks. */
export function isForEverybody(address: string): boolean {
  return FOR_EVERYBODY.test(address) || PLACEHOLDER.test(address);
}
