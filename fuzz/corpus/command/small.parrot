CLI: parrot x.pir
VERSION:2
CS:{x{ns:main}x}{x{file:x.pir}x}{x{sub:0x1}x}{x{ctx:0x1}x}
OP:{x{line:1}x}{x{time:5}x}{x{op:set}x}
OP:{x{line:2}x}{x{time:7}x}{x{op:invokecc_p}x}
CS:{x{ns:main::f}x}{x{file:x.pir}x}{x{sub:0x2}x}{x{ctx:0x2}x}
OP:{x{line:8}x}{x{time:4}x}{x{op:returncc}x}
CS:{x{ns:main}x}{x{file:x.pir}x}{x{sub:0x1}x}{x{ctx:0x1}x}
OP:{x{line:3}x}{x{time:2}x}{x{op:end}x}
END_OF_RUNLOOP:1
