-- The event archive as seen from SQL. FORCE: another program may open this file without these classes.

CREATE FORCE ALIAS IF NOT EXISTS EVENTS FOR 'dev.sluice.store.TableFunctions.events';
CREATE FORCE ALIAS IF NOT EXISTS COVERAGE FOR 'dev.sluice.store.TableFunctions.coverage';
