-- What happened to one case since someone looked, and the audit tab of a case: without reading the whole log.
CREATE INDEX audit_object ON audit (object, seq);
