import type { FailureKind } from "../scenario";
import { library, own } from "../stack-trace";

const send = (line: number, code: string) => own("agent/tools/send_email.py", line, "send_email", code);

/** How sending fails. */
export const EMAIL_FAILURES: readonly FailureKind[] = [
  {
    tool: "send_email",
    share: 5,
    code: "recipient_opted_out",
    class: "authorization",
    mapped_in: 0,
    guess: "system",
    correct: () => ({
      message: "The customer does not want e-mail from us.",
      user_message: "You have opted out of e-mail, so I'll answer here instead.",
      hint: "Answer in the conversation.",
      retryable: false,
      effect: "absent",
    }),
    thrown: () => ({
      type: "OptedOut",
      message: "suppression list",
      frames: [send(35, "raise OptedOut(recipient)")],
    }),
  },
  {
    tool: "send_email",
    share: 2,
    code: "mail_relay_unreachable",
    class: "transient",
    mapped_in: 0,
    guess: "transient",
    unknown_every: 15,
    correct: (random) => ({
      message: "The mail relay can't be reached; nothing was sent.",
      retryable: true,
      retry_after: random.int(10, 60),
      effect: "absent",
    }),
    thrown: () => ({
      type: "smtplib.SMTPServerDisconnected",
      message: "Connection unexpectedly closed",
      frames: [
        library(
          "smtplib.py",
          405,
          "getreply",
          'raise SMTPServerDisconnected("Connection unexpectedly closed")',
        ),
        library("smtplib.py", 902, "sendmail", "(code, resp) = self.data(msg)"),
        send(71, "self.relay.sendmail(sender, [recipient], message)"),
      ],
    }),
  },
  {
    tool: "send_email",
    share: 4,
    code: "invalid_recipient",
    class: "validation",
    mapped_in: 2,
    guess: "system",
    correct: () => ({
      message: "The relay does not take this address.",
      field: "to",
      hint: "Ask the customer to spell the address.",
      retryable: false,
      effect: "absent",
    }),
    thrown: () => ({
      type: "smtplib.SMTPRecipientsRefused",
      message: "{'customer@exmaple.con': (550, b'5.1.2 Host unknown')}",
      frames: [
        library("smtplib.py", 896, "sendmail", "raise SMTPRecipientsRefused(senderrs)"),
        send(71, "self.relay.sendmail(sender, [recipient], message)"),
      ],
    }),
  },
  {
    tool: "send_email",
    share: 3,
    code: "template_missing",
    class: "not_found",
    mapped_in: 3,
    guess: "system",
    correct: (random) => ({
      message: "There is no template of that name in the customer's language.",
      field: "template",
      received: random.pick(["refund_confirmed_de", "refund_confirmed_fr", "slot_moved_es"]),
      hint: "Use the English template, or write the text yourself.",
      retryable: false,
      effect: "absent",
    }),
    thrown: (random) => ({
      type: "FileNotFoundError",
      message: `[Errno 2] No such file or directory: '/srv/app/templates/${random.pick(["refund_confirmed_de", "slot_moved_es"])}.html'`,
      frames: [
        own("agent/mail/templates.py", 18, "load", 'return (TEMPLATES / f"{name}.html").read_text()'),
        send(48, "html = templates.load(template)"),
      ],
    }),
  },
  {
    tool: "send_email",
    share: 2,
    code: "attachment_too_large",
    class: "validation",
    mapped_in: 5,
    guess: "system",
    correct: (random) => ({
      message: "Attachments may have 10 MB together.",
      field: "attachments",
      received: `${random.int(11, 60)} MB`,
      hint: "Send a link instead.",
      retryable: false,
      effect: "absent",
    }),
    thrown: () => ({
      type: "smtplib.SMTPSenderRefused",
      message: "(552, b'5.3.4 Message size exceeds fixed limit', 'support@northwind.example')",
      frames: [
        library("smtplib.py", 885, "sendmail", "raise SMTPSenderRefused(code, resp, from_addr)"),
        send(71, "self.relay.sendmail(sender, [recipient], message)"),
      ],
    }),
  },
];
