-- The audit is append-only: whatever the application or a careless console does, a row stays as written.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE ON audit
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_is_never_truncated BEFORE TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

--> statement-breakpoint
-- A verdict never crosses: what stands on a case, or waits there, was given for this very case.
ALTER TABLE cases ADD CONSTRAINT cases_verdict_is_its_own
  FOREIGN KEY (verdict_id, case_id) REFERENCES verdicts (verdict_id, case_id);
--> statement-breakpoint
ALTER TABLE cases ADD CONSTRAINT cases_proposal_is_its_own
  FOREIGN KEY (proposal_id, case_id) REFERENCES verdicts (verdict_id, case_id);
