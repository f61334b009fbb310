/tmp/lead/o/_tmp_lead_main.cc.o: /tmp/lead/main.cc quern/bytes/output.h \
 quern/base/result.h quern/base/diagnostic.h quern/workspace/workspace.h \
 quern/bytes/source.h quern/bytes/window.h quern/model/builder.h \
 quern/model/profile.h quern/base/segmented.h quern/model/cost_rows.h \
 quern/base/int128.h quern/model/event.h quern/model/findings.h \
 quern/model/ids.h quern/base/id.h quern/model/part.h \
 quern/model/records.h quern/model/sink.h quern/model/symbols.h \
 quern/base/json_writer.h
