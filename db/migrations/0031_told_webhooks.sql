ALTER TABLE "alert_changes" ADD COLUMN "webhooks" integer;--> statement-breakpoint
-- What is left of what was sent says of how many it was.
UPDATE alert_changes c SET webhooks = sent.webhooks
FROM (
  SELECT o.data ->> 'firing_id' AS firing_id, o.type, count(d.delivery_id)::int AS webhooks
  FROM outbox o LEFT JOIN deliveries d ON d.message_id = o.message_id
  WHERE o.type IN ('alert.fired', 'alert.resolved') AND o.taken_at IS NOT NULL
  GROUP BY 1, 2
) sent
WHERE c.firing_id = sent.firing_id::uuid
  AND c.kind = CASE sent.type WHEN 'alert.fired' THEN 'firing' ELSE 'resolved' END;
