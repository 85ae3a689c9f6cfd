// Drives the Zulip service of shoutrrr, which sends notifications to channels and people.
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path"
	"strings"

	"github.com/nicholas-fedor/shoutrrr"
)

// toDeployment sends the library's requests, which are for HTTPS at the default port, to the deployment.
type toDeployment struct{ host string }

func (target toDeployment) RoundTrip(request *http.Request) (*http.Response, error) {
	request.URL.Scheme = "http"
	request.URL.Host = target.host
	request.Host = target.host
	return (&http.Transport{}).RoundTrip(request)
}

func step(name string, run func() error) {
	line := map[string]any{"step": name, "passed": true}
	if err := run(); err != nil {
		line["passed"] = false
		line["reason"] = err.Error()
	}
	text, _ := json.Marshal(line)
	fmt.Println(string(text))
}

func main() {
	site, err := url.Parse(os.Getenv("CLIENT_SITE"))
	if err != nil {
		panic(err)
	}
	http.DefaultTransport = toDeployment{site.Host}
	address := url.URL{
		Scheme: "zulip",
		User:   url.UserPassword(os.Getenv("CLIENT_BOT_EMAIL"), os.Getenv("CLIENT_BOT_KEY")),
		// The library accepts names of hosts only.
		Host:     "parley.example",
		RawQuery: url.Values{"stream": {os.Getenv("CLIENT_CHANNEL")}, "topic": {"alerts"}}.Encode(),
	}
	step("sends a notification to a channel", func() error {
		return shoutrrr.Send(address.String(), "the disk is **full**")
	})
	step("reports a channel that does not exist", func() error {
		wrong := address
		wrong.RawQuery = url.Values{"stream": {"no such channel"}, "topic": {"alerts"}}.Encode()
		if err := shoutrrr.Send(wrong.String(), "lost"); err == nil {
			return fmt.Errorf("the notification was accepted")
		}
		return nil
	})
	step("notifies by an address in Slack's form", func() error {
		parts := strings.Split(os.Getenv("CLIENT_SERVICES_PATH"), "/")
		token := strings.Join(parts[2:], "-")
		return shoutrrr.Send("slack://hook:"+token+"@webhook", "by *slack*")
	})
	step("notifies by an address in Mattermost's form", func() error {
		token := path.Base(os.Getenv("CLIENT_HOOKS_PATH"))
		return shoutrrr.Send("mattermost://"+site.Host+"/"+token+"?disabletls=yes", "by **mattermost**")
	})
	step("reports a wrong key", func() error {
		wrong := address
		wrong.User = url.UserPassword(os.Getenv("CLIENT_BOT_EMAIL"), "00000000000000000000000000000000")
		if err := shoutrrr.Send(wrong.String(), "lost"); err == nil {
			return fmt.Errorf("the notification was accepted")
		}
		return nil
	})
}
